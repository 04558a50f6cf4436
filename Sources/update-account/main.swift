import Functions
import Mail
import Runtime

run(UpdateAccount.self, courier: MailCourier.init)
