#pragma once

#include "workload/read/statements.hpp"

namespace gpuplan::workload {

using AllStatements = std::map<std::string, Statement, std::less<>>;
using FaultyKeys = std::set<std::string, std::less<>>;

/// Reads what a workload file states, mapping by mapping.
void read_file_statements(const source::Document& document,
                          AllStatements& all,
                          core::DiagnosticSink& sink);

/// Reads overrides in their order, on top of what the file states.
void read_override_statements(const Overrides& overrides,
                              AllStatements& all,
                              FaultyKeys& faulty,
                              core::DiagnosticSink& sink);

} // namespace gpuplan::workload
