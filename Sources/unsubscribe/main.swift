import Functions
import Runtime

run(Unsubscribe.self)
