import Functions
import Mail
import Runtime

run(SendInvitation.self, courier: MailCourier.init)
