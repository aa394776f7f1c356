#pragma once

#include "catalog/view/view.hpp"

namespace gpuplan::catalog {

/// Whether every id of every section lies within the section it names, every word within its
/// enumeration and every number within what its reader relies on. A file that was not written by
/// gpuplan may carry right checksums and wrong ids; with this it can do no harm. `fault` names the
/// section and column.
bool references_hold(const View& view, std::string& fault);

} // namespace gpuplan::catalog
