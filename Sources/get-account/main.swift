import Functions
import Runtime

run(GetAccount.self)
