import Functions
import Runtime

run(PreviewInvitation.self)
