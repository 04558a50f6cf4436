// SPDX-License-Identifier: Apache-2.0

import Functions
import Mail
import Runtime

run(SignUp.self, courier: MailCourier.init)
