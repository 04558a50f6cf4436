// SPDX-License-Identifier: Apache-2.0

import Delivery
import Pages
import Runtime

run(ClientsPage.self, courier: LiveCourier.init)
