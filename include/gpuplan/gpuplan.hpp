#pragma once

/// The whole library: load a catalog, check it, plan a job on it, explain a plan.
///
///     const auto catalog = gpuplan::Catalog::load();
///     const auto answer = catalog->plan({.keys = {{"model", "llama-3.1-8b"}}}, today);
///     for (const auto& plan : answer->plans())
///       std::cout << plan.reference << ' ' << plan.total.value.decimal() << '\n';
///
/// Bad input is never an exception: what may fail returns a Result. Hints name options of the
/// program; the keys of a job are those of a workload file (`gpuplan schema workload`).

#include "gpuplan/answer.hpp"
#include "gpuplan/catalog.hpp"
#include "gpuplan/result.hpp"
#include "gpuplan/values.hpp"
#include "gpuplan/version.hpp"
