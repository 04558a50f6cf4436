import Functions
import Mail
import Runtime

run(VerifyEmail.self, courier: MailCourier.init)
