#pragma once

#include "core/diagnostic.hpp"
#include "plan/request/request.hpp"

namespace gpuplan::plan {

/// Reports what a request says that cannot be acted on, rather than leave it unheard: amounts in a
/// currency that no rate leads to (USE031), an assumed fact that is none (USE032), a quantity to be
/// solved for that no search settled before (USE033).
void check_request(const Request& request, core::DiagnosticSink& sink);

} // namespace gpuplan::plan
