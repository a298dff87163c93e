#include "engine/privacy/release/plain_text.h"

#include "engine/json/vocabulary.h"
#include "engine/math/figure_text.h"
#include "engine/privacy/notion.h"
#include "engine/privacy/release/noise.h"
#include "engine/privacy/release/statement_words.h"

namespace noisy {

std::string batch_text(const Json& entry, const Json& kind) {
  const std::string records = number_text(number_of(entry, "samples")) + " records";
  if (text_of(kind, "sampler") == statement::kAllRecords) return "all " + records;
  const std::string batch = number_text(number_of(kind, "batchSize")) + " of " + records;
  return text_of(kind, "sampler") == statement::kPoisson ? batch + " on average" : batch;
}

std::string noise_words(const Json& entry, std::string_view what, std::string_view moved,
                        double moves) {
  const auto mechanism = find_word<Mechanism>(text_of(entry, "mechanism"));
  std::string text(noise_of(mechanism.value_or(Mechanism::gaussian)).title);
  text += " noise on the ";
  text += what;
  text += batch_text(entry, entry) + "; one record moves ";
  text += moved;
  return text + " by " + figure_text(moves) + " at most in " +
         text_of(entry.member("sensitivity"), "norm");
}

}  // namespace noisy
