import Functions
import Pages
import Runtime

run(VerifyEmailConfirm.self, pages: PageRenderer())
