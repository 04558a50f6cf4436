// SPDX-License-Identifier: Apache-2.0

import Delivery
import Functions
import Runtime

run(ResendInvitation.self, courier: LiveCourier.init)
