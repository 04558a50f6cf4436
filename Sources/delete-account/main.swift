import Functions
import Runtime

run(DeleteAccount.self)
