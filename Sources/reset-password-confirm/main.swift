import Functions
import Pages
import Runtime

run(ResetPasswordConfirm.self, pages: PageRenderer())
