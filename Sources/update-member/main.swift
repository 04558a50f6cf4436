import Functions
import Runtime

run(UpdateMember.self)
