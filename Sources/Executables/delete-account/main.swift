// SPDX-License-Identifier: Apache-2.0

import Delivery
import Functions
import Runtime

run(DeleteAccount.self, courier: LiveCourier.init)
