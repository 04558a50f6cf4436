import Functions
import Runtime

run(UnlinkIdentity.self)
