#include "perf/inference/engine.hpp"

namespace gpuplan::perf::inference {

namespace {

using catalog::Accelerator;
using catalog::FormatRate;
using catalog::NumberFormat;
using core::Known;
using core::Unknown;
using workload::Stack;
using workload::WeightFormat;

bool is_nvidia(const Accelerator& chip) {
  return chip.vendor == "NVIDIA";
}

bool is_gpu(const Accelerator& chip) {
  return is_nvidia(chip) || chip.vendor == "AMD";
}

/// Engines that keep narrow weights and widen them in the kernel.
bool has_weights_only_kernels(Engine engine) {
  return engine == Engine::vllm || engine == Engine::sglang;
}

bool is_eager(Engine engine) {
  return engine == Engine::eager || engine == Engine::autoawq_gemm ||
         engine == Engine::autoawq_gemv;
}

bool is_gguf(Engine engine) {
  return engine == Engine::llama_cpp;
}

/// The 16-bit rate: of the format asked for, else of the other one where only that is published.
Known<double> sixteen_bit_rate(const Accelerator& chip, NumberFormat wanted) {
  const NumberFormat other = wanted == NumberFormat::bf16 ? NumberFormat::fp16 : NumberFormat::bf16;
  const FormatRate& rate = chip.rate(wanted);
  if (rate.dense)
    return rate.dense->count();
  if (rate.unsupported)
    return Unknown{wanted == NumberFormat::bf16 ? "the chip does not multiply in bf16"
                                                : "the chip does not multiply in fp16"};
  if (chip.rate(other).dense)
    return chip.rate(other).dense->count();
  return Unknown{"the chip's 16-bit rate is not known"};
}

/// The rate beside narrow weights, which are widened to whichever 16-bit format the chip has, or to
/// fp32 where that is faster (Pascal's inference cards).
Known<double> widened_rate(const Accelerator& chip) {
  const Known<double> fp16 = sixteen_bit_rate(chip, NumberFormat::fp16);
  const Known<double> half = fp16 ? fp16 : sixteen_bit_rate(chip, NumberFormat::bf16);
  const auto& single = chip.rate(NumberFormat::fp32).dense;
  if (single && (!half || single->count() > *half))
    return single->count();
  return half;
}

Known<Multiplication> widened(const Accelerator& chip, FormatUse use, std::string_view note) {
  const Known<double> rate = widened_rate(chip);
  if (!rate)
    return Unknown{rate.why_unknown()};
  return Multiplication{.use = use, .rate = *rate, .rate_16bit = *rate, .note = note};
}

Known<Multiplication> at_own_rate(const Accelerator& chip, FormatUse use, NumberFormat format) {
  const FormatRate& rate = chip.rate(format);
  const Known<double> half = widened_rate(chip);
  if (!rate.dense)
    return Unknown{"the chip's rate in the weights' format is not known"};
  return Multiplication{
      .use = use, .rate = rate.dense->count(), .rate_16bit = half.value_or(rate.dense->count())};
}

/// A format with a rate of its own: that rate, or narrow weights alone where there is none.
Known<Multiplication> own_or_widened(const Coefficients& coefficients,
                                     const Accelerator& chip,
                                     Engine engine,
                                     NumberFormat format,
                                     Multiplication fallback,
                                     FormatUse use) {
  if (!chip.rate(format).unsupported)
    return at_own_rate(chip, use, format);
  const bool kernels = has_weights_only_kernels(engine) && is_nvidia(chip) &&
                       chip.compute_capability &&
                       *chip.compute_capability >= coefficients.shared.weights_only_capability;
  if (!kernels)
    return Unknown{"neither chip nor engine can run weights in this format"};
  return widened(chip, fallback.use, fallback.note);
}

/// 16-bit weights convert to the other 16-bit format at load.
Known<Multiplication>
sixteen_bit(const Accelerator& chip, NumberFormat stored, NumberFormat compute) {
  const bool named = compute == NumberFormat::bf16 || compute == NumberFormat::fp16;
  const NumberFormat format = named ? compute : stored;
  const Known<double> rate = sixteen_bit_rate(chip, format);
  if (!rate)
    return Unknown{rate.why_unknown()};
  Multiplication result{.use = FormatUse::sixteen_bit, .rate = *rate, .rate_16bit = *rate};
  if (format != stored)
    result.note = format == NumberFormat::fp16 ? "bf16 weights, multiplied in fp16"
                                               : "fp16 weights, multiplied in bf16";
  return result;
}

Known<Multiplication>
eight_bit_integer(const Coefficients& coefficients, Engine engine, const Accelerator& chip) {
  if (is_neuron(chip))
    return widened(chip, FormatUse::int8, "int8 weights, multiplied in 16 bit");
  if (is_eager(engine))
    return widened(chip, FormatUse::weights_only_8bit, "int8 weights, multiplied in 16 bit");
  return own_or_widened(coefficients,
                        chip,
                        engine,
                        NumberFormat::int8,
                        {.use = FormatUse::weights_only_8bit,
                         .note = "no int8 rate on this chip: int8 weights, multiplied in 16 bit"},
                        FormatUse::int8);
}

Known<Multiplication>
eight_bit_float(const Coefficients& coefficients, Engine engine, const Accelerator& chip) {
  if (is_neuron(chip))
    return Unknown{"no measured path for fp8 weights through NeuronX"};
  return own_or_widened(coefficients,
                        chip,
                        engine,
                        NumberFormat::fp8,
                        {.use = FormatUse::weights_only_8bit,
                         .note = "no fp8 on this chip: fp8 weights, multiplied in 16 bit"},
                        FormatUse::fp8);
}

Known<Multiplication>
four_bit_float(const Coefficients& coefficients, Engine engine, const Accelerator& chip) {
  return own_or_widened(
      coefficients,
      chip,
      engine,
      NumberFormat::fp4,
      {.use = FormatUse::int4, .note = "no fp4 on this chip: fp4 weights, multiplied in 16 bit"},
      FormatUse::nvfp4);
}

/// Whether the chip has units for a format whose rate nobody states.
bool is_unpublished(const Accelerator& chip, WeightFormat weights) {
  const auto unpublished = [&](NumberFormat format) {
    return !chip.rate(format).unsupported && !chip.rate(format).dense;
  };
  switch (weights) {
  case WeightFormat::fp8: return unpublished(NumberFormat::fp8);
  case WeightFormat::int8: return unpublished(NumberFormat::int8);
  case WeightFormat::nvfp4: return unpublished(NumberFormat::fp4);
  default: return false;
  }
}

Known<Multiplication> micro_scaled(const Accelerator& chip) {
  if (chip.rate(NumberFormat::fp4).dense)
    return at_own_rate(chip, FormatUse::mxfp4, NumberFormat::fp4);
  return widened(chip, FormatUse::mxfp4, "mxfp4 experts, multiplied in 16 bit");
}

} // namespace

bool is_neuron(const Accelerator& chip) {
  return chip.generation.substr(0, 6) == "neuron";
}

EngineChoice describe_engine(Engine engine) {
  EngineChoice choice{.engine = engine};
  switch (engine) {
  case Engine::llama_cpp: choice.layer_split = true; break;
  case Engine::exllama:
  case Engine::autoawq_gemm:
  case Engine::autoawq_gemv:
  case Engine::eager:
    choice.layer_split = true;
    choice.batching = Batching::fixed_batch;
    break;
  case Engine::tensorrt_llm_static:
  case Engine::neuronx: choice.batching = Batching::fixed_batch; break;
  default: break;
  }
  return choice;
}

Known<EngineChoice> choose_engine(Stack stack, const Accelerator& chip) {
  if (is_neuron(chip)) {
    if (stack == Stack::llama_cpp || stack == Stack::tensorrt_llm || stack == Stack::sglang)
      return Unknown{"this engine does not run on Inferentia and Trainium"};
    return describe_engine(Engine::neuronx);
  }
  switch (stack) {
  case Stack::vllm: return describe_engine(Engine::vllm);
  case Stack::sglang:
    if (!is_gpu(chip))
      return Unknown{"SGLang is known on NVIDIA and AMD alone"};
    return describe_engine(Engine::sglang);
  case Stack::tensorrt_llm:
    if (!is_nvidia(chip))
      return Unknown{"TensorRT-LLM runs on NVIDIA alone"};
    return describe_engine(Engine::tensorrt_llm);
  case Stack::llama_cpp:
    if (!is_gpu(chip))
      return Unknown{"llama.cpp is known on NVIDIA and AMD alone"};
    return describe_engine(Engine::llama_cpp);
  case Stack::transformers: return describe_engine(Engine::eager);
  case Stack::mlperf:
    return describe_engine(is_nvidia(chip) ? Engine::mlperf_tensorrt : Engine::mlperf_vllm_rocm);
  case Stack::neuron: return Unknown{"NeuronX runs on Inferentia and Trainium alone"};
  default: {
    EngineChoice choice = describe_engine(Engine::vllm);
    choice.measured = false;
    return choice;
  }
  }
}

Known<Multiplication> multiplication(const Coefficients& coefficients,
                                     WeightFormat weights,
                                     NumberFormat compute,
                                     Engine engine,
                                     const Accelerator& chip) {
  const bool gguf_format = weights == WeightFormat::q4_k_m || weights == WeightFormat::q8_0;
  if (gguf_format && !is_gguf(engine))
    return Unknown{"this format is measured in llama.cpp alone"};
  switch (weights) {
  case WeightFormat::fp32:
    if (!chip.rate(NumberFormat::fp32).dense)
      return Unknown{"the chip's fp32 rate is not known"};
    return at_own_rate(chip, FormatUse::fp32, NumberFormat::fp32);
  case WeightFormat::fp16: return sixteen_bit(chip, NumberFormat::fp16, compute);
  case WeightFormat::bf16: return sixteen_bit(chip, NumberFormat::bf16, compute);
  case WeightFormat::q4_k_m: return widened(chip, FormatUse::q4_k_m, {});
  case WeightFormat::q8_0: return widened(chip, FormatUse::q8_0, {});
  case WeightFormat::mxfp4: return micro_scaled(chip);
  default: break;
  }
  if (is_gguf(engine))
    return Unknown{"llama.cpp reads GGUF formats"};
  switch (weights) {
  case WeightFormat::fp8: return eight_bit_float(coefficients, engine, chip);
  case WeightFormat::int8: return eight_bit_integer(coefficients, engine, chip);
  case WeightFormat::nvfp4: return four_bit_float(coefficients, engine, chip);
  case WeightFormat::nf4:
    if (engine != Engine::eager && engine != Engine::vllm)
      return Unknown{"nf4 weights run in transformers and vLLM alone"};
    return widened(chip, FormatUse::nf4, "nf4 weights, multiplied in 16 bit");
  default:
    if (is_neuron(chip))
      return Unknown{"no 4-bit integer weights through NeuronX"};
    return widened(chip, FormatUse::int4, "4-bit weights, multiplied in 16 bit");
  }
}

WeightFormat held_format(const Coefficients& coefficients,
                         WeightFormat stored,
                         Engine engine,
                         const Accelerator& chip) {
  const bool narrow = stored == WeightFormat::fp8 || stored == WeightFormat::int8 ||
                      stored == WeightFormat::nvfp4 || stored == WeightFormat::nf4 ||
                      stored == WeightFormat::awq_int4 || stored == WeightFormat::gptq_int4;
  if (!narrow || is_gguf(engine) || is_unpublished(chip, stored))
    return stored;
  const bool runs = multiplication(coefficients, stored, NumberFormat::bf16, engine, chip).known();
  return runs ? stored : WeightFormat::bf16;
}

} // namespace gpuplan::perf::inference
