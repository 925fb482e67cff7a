// The page is still to come: it says that the server answers.
document.getElementById('said').textContent = 'Ferz';
