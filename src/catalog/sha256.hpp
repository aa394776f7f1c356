#pragma once

#include <string>
#include <string_view>

namespace gpuplan::catalog {

/// The SHA-256 digest of some bytes (FIPS 180-4), 64 hexadecimal digits. It names an edition of
/// the catalog; what guards its sections against damage is a faster checksum (view/frame.hpp).
std::string sha256(std::string_view bytes);

} // namespace gpuplan::catalog
