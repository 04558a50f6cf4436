import Functions
import Runtime

run(RefreshSession.self)
