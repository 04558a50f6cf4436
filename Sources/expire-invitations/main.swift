import Functions
import Runtime

run(ExpireInvitations.self)
