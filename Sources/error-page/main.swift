import Functions
import Pages
import Runtime

run(ErrorPage.self, pages: PageRenderer())
