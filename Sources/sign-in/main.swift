import Functions
import Runtime

run(SignIn.self)
