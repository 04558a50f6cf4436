// SPDX-License-Identifier: Apache-2.0

import Functions
import Pages
import Runtime

run(GuardianConfirm.self, pages: PageRenderer())
