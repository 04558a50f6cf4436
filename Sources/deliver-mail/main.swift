import Functions
import Mail
import Runtime

run(DeliverMail.self, courier: MailCourier.init)
