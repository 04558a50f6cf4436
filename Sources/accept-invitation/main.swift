import Functions
import Runtime

run(AcceptInvitation.self)
