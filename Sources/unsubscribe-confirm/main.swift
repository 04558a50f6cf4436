import Functions
import Pages
import Runtime

run(UnsubscribeConfirm.self, pages: PageRenderer())
