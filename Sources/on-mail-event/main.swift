import Functions
import Runtime

run(OnMailEvent.self)
