import Functions
import Runtime

run(Jwks.self)
