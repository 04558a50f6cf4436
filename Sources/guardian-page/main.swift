import Functions
import Pages
import Runtime

run(GuardianPage.self, pages: PageRenderer())
