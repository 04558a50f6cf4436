import Functions
import Runtime

run(ListSessions.self)
