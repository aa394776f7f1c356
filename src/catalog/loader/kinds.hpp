#pragma once

#include "catalog/builder/drafts.hpp"
#include "source/readers.hpp"

namespace gpuplan::catalog {

/// What is known about a file from its place: `providers/aws/prices.csv` is about aws.
struct FileContext {
  std::string_view provider; ///< empty: the file has to say it
};

// One reader a kind; each reports every fault of its part of the document and leaves out the rows
// that have one. The keys and units are those of catalogs/README.md.

void load_accelerators(const source::Document&,
                       const source::Node& list,
                       Drafts&,
                       core::DiagnosticSink&);
void load_provider(const source::Document&, const FileContext&, Drafts&, core::DiagnosticSink&);
void load_instances(const source::Document&,
                    const source::Node& list,
                    const Mention& provider,
                    Drafts&,
                    core::DiagnosticSink&);
void load_regions(const source::Document&,
                  const source::Node& list,
                  Drafts&,
                  core::DiagnosticSink&);
void load_place_groups(const source::Document&,
                       const source::Node& groups,
                       Drafts&,
                       core::DiagnosticSink&);
void load_billing_products(const source::Document&,
                           const source::Node& products,
                           Drafts&,
                           core::DiagnosticSink&);
void load_billing_rules(const source::Document&,
                        const source::Node& list,
                        Drafts&,
                        core::DiagnosticSink&);
void load_currencies(const source::Document&,
                     const source::Node& list,
                     Drafts&,
                     core::DiagnosticSink&);
void load_compatibility(const source::Document&,
                        const source::Node& list,
                        Drafts&,
                        core::DiagnosticSink&);
void load_language_models(const source::Document&,
                          const source::Node& list,
                          Drafts&,
                          core::DiagnosticSink&);
void load_sample_models(const source::Document&,
                        const source::Node& list,
                        Drafts&,
                        core::DiagnosticSink&);
void load_datasets(const source::Document&,
                   const source::Node& list,
                   Drafts&,
                   core::DiagnosticSink&);
void load_calibration(const source::Document&, Drafts&, core::DiagnosticSink&);
void load_settings(const source::Document&, Drafts&, core::DiagnosticSink&);
void load_rules(const source::Document&, Drafts&, core::DiagnosticSink&);

void load_prices(const source::CsvTable&, const FileContext&, Drafts&, core::DiagnosticSink&);
void load_storage(const source::CsvTable&, const FileContext&, Drafts&, core::DiagnosticSink&);
void load_storage_performance(const source::CsvTable&,
                              const FileContext&,
                              Drafts&,
                              core::DiagnosticSink&);

} // namespace gpuplan::catalog
