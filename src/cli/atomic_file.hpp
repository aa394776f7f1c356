#pragma once

#include <string>
#include <string_view>

namespace gpuplan::cli {

/// Replaces a file as a whole: written beside it and renamed, so that a reader never sees a part
/// and a failed run leaves the old file; of a link the file it leads to. What is no plain file (a
/// device, a pipe) is written to. Trouble is a std::system_error that names the file.
void replace_file(const std::string& path, std::string_view bytes);

} // namespace gpuplan::cli
