import Functions
import Pages
import Runtime

run(UnsubscribePage.self, pages: PageRenderer())
