#pragma once

#include "core/known.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace gpuplan::catalog {

/// A group of countries that a place may name: `eea`.
struct PlaceGroup {
  std::string_view id;
  std::string_view name;
  std::vector<std::string_view> countries; ///< ISO 3166-1 alpha-2
  std::string_view source;
  std::string_view source_file;
  std::uint32_t source_line = 0;
};

struct CurrencyRecord {
  std::string_view code;
  std::string_view name;
  std::int32_t decimals = 2; ///< shown by custom
  std::string_view source_file;
  std::uint32_t source_line = 0;
};

/// Which feature needs which chip, toolkit, driver or framework. Empty says nothing.
struct CompatibilityRecord {
  std::string_view feature;
  std::string_view kind; ///< format, toolkit, driver, mig-driver, framework, library, platform
  std::string_view format;
  std::string_view vendor;
  core::Known<double> min_compute_capability;
  std::string_view min_cuda;
  std::string_view last_cuda;
  std::string_view min_driver;
  std::string_view min_rocm;
  std::vector<std::string_view> frameworks;
  std::string_view versions;
  std::vector<std::string_view> cuda_builds;
  std::vector<std::string_view> rocm_builds;
  std::vector<std::string_view> compute_capabilities;
  std::vector<std::string_view> generations;
  std::vector<std::string_view> accelerators;
  bool supported = true; ///< false for what does not run there
  std::string_view note;
  std::string_view source;
  std::string_view source_file;
  std::uint32_t source_line = 0;
};

struct DatasetRecord {
  std::string_view id;
  std::string_view name;
  std::string_view task;
  core::Known<double> samples;
  core::Known<double> bytes;
  core::Known<double> bytes_per_sample;
  core::Known<double> tokens;
  std::string_view source;
  std::string_view source_file;
  std::uint32_t source_line = 0;
};

} // namespace gpuplan::catalog
