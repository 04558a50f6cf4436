import Functions
import Pages
import Runtime

run(InvitePage.self, pages: PageRenderer())
