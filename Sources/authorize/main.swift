import Functions
import Runtime

run(Authorize.self)
