import Functions
import Mail
import Runtime

run(SignUp.self, courier: MailCourier.init)
