#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/experiment/result/part_file.h"
#include "wasm/bindings/convert.h"
#include "wasm/bindings/session_handle.h"

using emscripten::val;

// Parts of an experiment, for the command line in Node.

namespace noisy::wasm {

EMSCRIPTEN_DECLARE_VAL_TYPE(PartOutcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(PartAnswer)
EMSCRIPTEN_DECLARE_VAL_TYPE(PartNothing)
EMSCRIPTEN_DECLARE_VAL_TYPE(PartNumbers)
EMSCRIPTEN_DECLARE_VAL_TYPE(PartTexts)

/// A part, and what the runs of its experiment take. Embind copies what it hands out, so the part
/// is shared.
class PartHandle {
 public:
  explicit PartHandle(PartFile part) : part_(std::make_shared<PartFile>(std::move(part))) {}

  const PartFile& part() const { return *part_; }
  std::string experiment() const { return part_->experiment(); }
  double number() const { return static_cast<double>(part_->share().number); }
  double of() const { return static_cast<double>(part_->share().of); }
  double sound_bytes() const { return static_cast<double>(part_->sound_bytes()); }

  /// Whether a session that has loaded its data can go on with it.
  PartNothing check(const SessionHandle& session) const {
    return guarded<PartNothing>([&] {
      const auto hash = session.session().data_hash();
      if (!hash) return failure(hash.error());
      const auto count = session.session().run_count();
      if (!count) return failure(count.error());
      const auto checked = part_->check(*hash, *count);
      return checked ? success(val::null()) : failure(checked.error());
    });
  }

  /// Groups of missing runs, three numbers each: first, last, and about how long they take.
  PartNumbers batches(const SessionHandle& session, double seconds, int threads) const {
    return guarded<PartNumbers>([&] {
      const auto loads = session.session().run_loads();
      if (!loads) return failure(loads.error());
      val numbers = val::array();
      for (const RunRange& range : part_->batches(*loads, seconds, threads)) {
        double load = 0;
        for (Index run = range.first; run < range.last; ++run) {
          load += (*loads)[static_cast<std::size_t>(run)];
        }
        numbers.call<void>("push", static_cast<double>(range.first),
                           static_cast<double>(range.last), load);
      }
      return success(numbers);
    });
  }

  /// The text to append to the file.
  PartAnswer append(double first, double last, const std::string& group) const {
    return guarded<PartAnswer>([&] {
      return success(
          val(part_->append({static_cast<Index>(first), static_cast<Index>(last)}, group)));
    });
  }

  /// The result that a part by itself is.
  PartAnswer result() const {
    return guarded<PartAnswer>([&] { return outcome(assemble_parts(std::span(&*part_, 1))); });
  }

 private:
  std::shared_ptr<PartFile> part_;
};

PartOutcome handle_of(Result<PartFile> part) {
  if (!part) return PartOutcome(failure(part.error()));
  return PartOutcome(success(val(PartHandle(*std::move(part)))));
}

PartOutcome begin_part(const std::string& experiment, const SessionHandle& session, double number,
                       double of) {
  return guarded<PartOutcome>([&] {
    const auto hash = session.session().data_hash();
    if (!hash) return PartOutcome(failure(hash.error()));
    const auto loads = session.session().run_loads();
    if (!loads) return PartOutcome(failure(loads.error()));
    const PartShare share{.number = static_cast<Index>(number), .of = static_cast<Index>(of)};
    return handle_of(PartFile::begin(experiment, *hash, *loads, share));
  });
}

PartOutcome read_part(const std::string& text, const std::string& path) {
  return guarded<PartOutcome>([&] { return handle_of(PartFile::read(text, path)); });
}

PartAnswer assemble_texts(const PartTexts& texts, const PartTexts& paths) {
  return guarded<PartAnswer>([&] {
    const auto contents = emscripten::vecFromJSArray<std::string>(texts);
    const auto names = emscripten::vecFromJSArray<std::string>(paths);
    std::vector<PartFile> parts;
    for (std::size_t i = 0; i < contents.size(); ++i) {
      auto part = PartFile::read(contents[i], names[i]);
      if (!part) return failure(part.error());
      parts.push_back(*std::move(part));
    }
    return outcome(assemble_parts(parts));
  });
}

EMSCRIPTEN_BINDINGS(noisy_descent_parts) {
#define NOISY_FAILURE " | {error: {code: string, field: string, message: string}}"
  emscripten::register_type<PartOutcome>("{value: Part}" NOISY_FAILURE);
  emscripten::register_type<PartAnswer>("{value: string}" NOISY_FAILURE);
  emscripten::register_type<PartNothing>("{value: null}" NOISY_FAILURE);
  emscripten::register_type<PartNumbers>("{value: number[]}" NOISY_FAILURE);
  emscripten::register_type<PartTexts>("string[]");
#undef NOISY_FAILURE
  emscripten::class_<PartHandle>("Part")
      .function("experiment", &PartHandle::experiment)
      .function("number", &PartHandle::number)
      .function("of", &PartHandle::of)
      .function("soundBytes", &PartHandle::sound_bytes)
      .function("check(session)", &PartHandle::check)
      .function("batches(session, seconds, threads)", &PartHandle::batches)
      .function("append(first, last, group)", &PartHandle::append)
      .function("result", &PartHandle::result);
  emscripten::function("beginPart(experiment, session, number, of)", &begin_part);
  emscripten::function("readPart(text, path)", &read_part);
  emscripten::function("assembleParts(texts, paths)", &assemble_texts);
}

}  // namespace noisy::wasm
