import Functions
import Pages
import Runtime

run(ResetPasswordPage.self, pages: PageRenderer())
