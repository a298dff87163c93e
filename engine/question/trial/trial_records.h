#pragma once

#include "engine/question/trial/kl_ground.h"
#include "engine/record/answers.h"

namespace noisy::record {

/// An experiment made one for methods of the KL condition.
struct Trial {
  Json experiment;
  std::vector<std::string> changes;
  KlGround ground;
  std::vector<std::string> methods;
};

inline constexpr Table kTrial{
    "KlTrial",
    "An experiment made one for methods of the KL condition; lists of sentences for the reader.",
    {{"experiment", of<&Trial::experiment>("File")},
     {"changes", of<&Trial::changes>(), Seen::nobody, "What was changed, and why."},
     {"certified", of<&Trial::ground, &KlGround::certified>(), Seen::nobody,
      "What privacy and error bounds rest on because the engine enforces it."},
     {"assumed", of<&Trial::ground, &KlGround::assumed>(), Seen::nobody,
      "What error bounds rest on that nobody has proven; privacy does not."},
     {"methods", of<&Trial::methods>(), Seen::nobody,
      "How each method will end; or why it is left out, and what would help."}}};

}  // namespace noisy::record
