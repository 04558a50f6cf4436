import Functions
import Runtime

run(ResetPassword.self)
