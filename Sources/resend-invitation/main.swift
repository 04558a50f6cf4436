import Functions
import Mail
import Runtime

run(ResendInvitation.self, courier: MailCourier.init)
