import Functions
import Runtime

run(SignOut.self)
