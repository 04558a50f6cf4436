import Functions
import Pages
import Runtime

run(GuardianConfirm.self, pages: PageRenderer())
