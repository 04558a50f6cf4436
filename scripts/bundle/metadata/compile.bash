# SPDX-License-Identifier: Apache-2.0
compiled+=(-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors)
