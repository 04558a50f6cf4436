import Functions
import Runtime

run(SignInWithApple.self)
