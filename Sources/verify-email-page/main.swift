import Functions
import Pages
import Runtime

run(VerifyEmailPage.self, pages: PageRenderer())
