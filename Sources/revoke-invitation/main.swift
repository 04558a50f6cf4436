import Functions
import Runtime

run(RevokeInvitation.self)
