import Functions
import Runtime

run(CompleteAccount.self)
