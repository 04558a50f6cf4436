import Functions
import Runtime

run(LinkIdentity.self)
