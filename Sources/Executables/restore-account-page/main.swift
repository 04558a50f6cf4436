// SPDX-License-Identifier: Apache-2.0

import Functions
import Pages
import Runtime

run(RestoreAccountPage.self, pages: PageRenderer())
