#pragma once

#include "catalog/builder/drafts.hpp"
#include "source/files.hpp"

namespace gpuplan::catalog {

/// Reads catalog files into drafts as one layer: a folder laid out like catalogs/, or one YAML or
/// CSV file. What a file holds is told by its keys or columns (`instances:`, `price_hourly`), not
/// by its name, but for `calibration*.yaml` and `defaults*.yaml`, whose keys are free. All faults
/// of all files go to the sink.
void load_files(const std::string& path,
                source::Limits yaml_limits,
                source::FileReader& files,
                Drafts& drafts,
                core::DiagnosticSink& sink);

} // namespace gpuplan::catalog
